-- CreateEnum
CREATE TYPE "import_status" AS ENUM ('waiting', 'running', 'finished', 'failed');

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "status" "import_status" NOT NULL DEFAULT 'waiting',
    "dry_run" BOOLEAN NOT NULL,
    "format" TEXT,
    "encoding" TEXT,
    "size" BIGINT NOT NULL,
    "bytes_read" BIGINT NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "notes" JSONB NOT NULL DEFAULT '{}',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,
    "claim_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "imports_created_at_idx" ON "imports"("created_at");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
