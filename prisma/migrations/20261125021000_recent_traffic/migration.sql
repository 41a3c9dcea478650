-- Who asked for how much in each of the last minutes. What a crash of the database loses of it is no loss.
CREATE UNLOGGED TABLE "recent_traffic" (
  "minute" TIMESTAMPTZ(3) NOT NULL,
  "bucket" TEXT NOT NULL,
  "requests" INTEGER NOT NULL,
  "refusals" INTEGER NOT NULL,
  "milliseconds" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "recent_traffic_pkey" PRIMARY KEY ("minute", "bucket")
);
