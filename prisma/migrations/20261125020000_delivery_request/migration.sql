-- By which name the log tells of the request that caused a mail.
ALTER TABLE "deliveries" ADD COLUMN "http_request_id" TEXT;
