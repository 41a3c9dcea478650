/** A rendered mail to one recipient. */
export interface Mail {
  /** Unique id of the mail, used in its Message-ID. */
  id: string;
  /** Kind of mail, used in List-Id so that recipients can sort by it. */
  kind: string;
  to: string;
  /** Id of the HTTP request that caused it, if any. */
  httpRequestId: string | null;
  /** Reply-to address; the contact by default. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Outcome of a mail that could not be sent normally:
 * - `rejected`: the server permanently refused it;
 * - `deferred`: it was certainly not accepted, and may be later;
 * - `uncertain`: it may have been accepted (the connection broke before the server's response).
 */
export type SendOutcome = 'rejected' | 'deferred' | 'uncertain';

export class SendFailure extends Error {
  constructor(
    readonly outcome: SendOutcome,
    message: string,
  ) {
    super(message);
  }
}

/** Passes mails on for delivery. */
export abstract class MailTransport {
  /**
   * Resolves once the mail has been accepted.
   *
   * @throws SendFailure
   */
  abstract send(mail: Mail, signal: AbortSignal): Promise<void>;

  /**
   * Checks whether mails could be sent now, without sending one.
   *
   * @throws SendFailure
   */
  abstract check(): Promise<void>;
}
