"""The call chart: what to do with a hand that may call, by opponents and their smallest hand."""
