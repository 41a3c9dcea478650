-- A row with the id of a business edits that business, whatever sources have: undoing it brings back
-- the values before.
ALTER TABLE "import_changes" ADD COLUMN "is_edit" BOOLEAN NOT NULL DEFAULT false;
