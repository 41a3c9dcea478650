-- AlterEnum
ALTER TYPE "import_status" ADD VALUE 'cancelled';

-- AlterTable
ALTER TABLE "imports" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
