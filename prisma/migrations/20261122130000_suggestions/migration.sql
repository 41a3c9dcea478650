-- CreateEnum
CREATE TYPE "suggestion_status" AS ENUM ('pending', 'accepted', 'dismissed');

-- CreateTable
CREATE TABLE "suggestions" (
    "id" UUID NOT NULL,
    "business_id" UUID,
    "about" TEXT NOT NULL,
    "correction" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "change" JSONB,
    "email" TEXT,
    "status" "suggestion_status" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,

    CONSTRAINT "suggestions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "suggestions_status_created_at_idx" ON "suggestions"("status", "created_at");

-- CreateIndex
CREATE INDEX "suggestions_business_id_idx" ON "suggestions"("business_id");

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "admins"("id") ON DELETE SET NULL ON UPDATE CASCADE;
