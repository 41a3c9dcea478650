-- CreateTable
CREATE TABLE "sources" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "licence" TEXT,
    "attribution" TEXT,
    "rank" SMALLINT NOT NULL DEFAULT 10,
    "id_column" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_rows" (
    "source_id" INTEGER NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "business_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "rank" SMALLINT NOT NULL,
    "values" JSONB NOT NULL,
    "digests" TEXT[],
    "import_id" UUID,
    "is_missing" BOOLEAN NOT NULL DEFAULT false,
    "former" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "source_rows_pkey" PRIMARY KEY ("source_id","key")
);

-- CreateTable
CREATE TABLE "import_changes" (
    "import_id" UUID NOT NULL,
    "business_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("import_id","business_id")
);

-- AlterTable
ALTER TABLE "imports" ALTER COLUMN "admin_id" DROP NOT NULL,
ADD COLUMN "complete" TEXT,
ADD COLUMN "file" TEXT,
ADD COLUMN "max_missing" SMALLINT,
ADD COLUMN "missing" INTEGER,
ADD COLUMN "operator" TEXT,
ADD COLUMN "source_id" INTEGER,
ADD COLUMN "undone" JSONB,
ADD COLUMN "undone_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "sources_name_key" ON "sources"("name");

-- CreateIndex
CREATE INDEX "source_rows_business_id_idx" ON "source_rows"("business_id");

-- CreateIndex
CREATE INDEX "import_changes_business_id_idx" ON "import_changes"("business_id");

-- AddForeignKey
ALTER TABLE "source_rows" ADD CONSTRAINT "source_rows_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_rows" ADD CONSTRAINT "source_rows_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "sources"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What files without a named source are.
INSERT INTO "sources" ("id", "name", "rank") VALUES (0, 'unnamed', 0);

-- Pages tell whom the data is from.
CREATE OR REPLACE TRIGGER "sources_move_directory_version"
  BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sources"
  FOR EACH STATEMENT EXECUTE FUNCTION "move_directory_version"();
