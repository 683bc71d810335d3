#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Fills PostgreSQL and Groonga with products: engines.py NDJSON_FILE POSTGRESQL_SOCKET_DIRECTORY GROONGA_URL"""

import json
import subprocess
import sys
import urllib.parse
import urllib.request

TEXTS = "setweight(to_tsvector('simple', record ->> '{}'), '{}')"
TABLE = f"""
DROP TABLE IF EXISTS products;
CREATE TABLE products (
    objectid text PRIMARY KEY,
    record jsonb NOT NULL,
    search tsvector GENERATED ALWAYS AS (
        {" || ".join(TEXTS.format(name, weight) for name, weight in (("name", "A"), ("brand", "B"), ("description", "C")))}
    ) STORED
);
CREATE TEMPORARY TABLE lines (line text);
COPY lines FROM STDIN;
"""
FILL = """
INSERT INTO products SELECT line::jsonb ->> 'objectID', line::jsonb FROM lines;
CREATE INDEX ON products USING gin (search);
CREATE INDEX ON products USING gin (record jsonb_path_ops);
ANALYZE products;
-- Any change of a product notifies the bus, and live searches run again.
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('searchbus', TG_TABLE_NAME); RETURN NULL; END $$;
CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products EXECUTE FUNCTION tell();
"""
COLUMNS = {
    "name": "ShortText", "brand": "Names", "description": "Text", "price": "Float", "rating": "Float",
    "categories": "Names[]", "color": "Names[]", "freeShipping": "Bool", "inStock": "Bool", "present": "Names[]",
}


def fill_postgresql(records, directory):
    """One table of whole records, and the indexes that the documentation advises."""
    def line(record):
        text = json.dumps(record)
        return text.replace("\\", "\\\\")

    text = TABLE + "".join(f"{line(record)}\n" for record in records) + "\\.\n" + FILL
    subprocess.run(["psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-h", directory, "-U", "postgres", "postgres"],
                   input=text.encode(), check=True)


def fill_groonga(records, url):
    """A table with a column for each attribute, and an index of words."""
    def run(command, body=None, **parameters):
        address = f"{url}/d/{command}?{urllib.parse.urlencode(parameters)}"
        request = urllib.request.Request(address, data=body, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    run("table_create", name="products", flags="TABLE_HASH_KEY", key_type="ShortText")
    run("table_create", name="Names", flags="TABLE_PAT_KEY", key_type="ShortText")
    run("table_create", name="Words", flags="TABLE_PAT_KEY", key_type="ShortText", normalizer="NormalizerNFKC130",
        default_tokenizer='TokenDelimit("pattern", "[^\\\\p{L}\\\\p{N}]+")')
    for name, kind in COLUMNS.items():
        flags = "COLUMN_VECTOR" if kind.endswith("[]") else "COLUMN_SCALAR"
        run("column_create", table="products", name=name, type=kind.removesuffix("[]"), flags=flags)
    run("column_create", table="Words", name="texts", type="products", source="name,brand,description",
        flags="COLUMN_INDEX|WITH_POSITION|WITH_SECTION")
    run("column_create", table="Names", name="brands", type="products", source="brand", flags="COLUMN_INDEX")
    rows = []
    for record in records:
        row = {name: record[name] for name in COLUMNS if name in record}
        rows.append({"_key": record["objectID"], "present": list(row), **row})
    run("load", json.dumps(rows).encode(), table="products")


def main():
    path, directory, url = sys.argv[1:]
    with open(path, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    fill_postgresql(records, directory)
    fill_groonga(records, url)


if __name__ == "__main__":
    main()
