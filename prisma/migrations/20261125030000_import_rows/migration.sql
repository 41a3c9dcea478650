-- What became of each row of an import, as pieces of a table in CSV.
CREATE TABLE "import_rows" (
    "import_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id", "part")
);
-- It is compressed already.
ALTER TABLE "import_rows" ALTER COLUMN "content" SET STORAGE EXTERNAL;
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_fkey"
    FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
