-- The network of the client that a request for a key came from.
ALTER TABLE "key_requests" ADD COLUMN "network" TEXT;
CREATE INDEX "key_requests_network_idx" ON "key_requests"("network");
