-- CreateTable
CREATE TABLE "signing_secrets" (
    "name" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,

    CONSTRAINT "signing_secrets_pkey" PRIMARY KEY ("name")
);
