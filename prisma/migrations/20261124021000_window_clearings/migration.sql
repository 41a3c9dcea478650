-- What the command line asks the server to clear of the limit that it counts in its memory.
CREATE TABLE "window_clearings" (
    "bucket" TEXT NOT NULL,

    CONSTRAINT "window_clearings_pkey" PRIMARY KEY ("bucket")
);
