"""A small writer of Parquet files, made for columns of small whole numbers: fast because it hardly does anything.

    thrift.py     the compact protocol, in which headers and footers are written
    kernels.py    compiled loops over the values of a column
    encode.py     values of one column to the bytes of its pages
    writer.py     pages to row groups, row groups to a file

Any reader of Parquet reads the files. Format: https://github.com/apache/parquet-format, version 2.10.
"""
