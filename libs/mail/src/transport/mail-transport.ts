/** A rendered mail to one recipient. */
export interface Mail {
  /** Names the mail among all others, and makes its Message-ID. */
  id: string;
  /** Mails of one kind are a list to whoever sorts them by List-Id. */
  kind: string;
  to: string;
  /** What the request was called that caused it, if one did. */
  httpRequestId: string | null;
  /** The contact for questions unless given. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * What became of a mail that was not sent as it should:
 * - `rejected`: the server refused it for good;
 * - `deferred`: it was certainly not taken, and may be later;
 * - `uncertain`: it may have been taken (the connection broke before the server's answer).
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

/** Hands mails over to whatever brings them to their recipients. */
export abstract class MailTransport {
  /**
   * Resolves once the mail was taken over.
   *
   * @throws SendFailure
   */
  abstract send(mail: Mail, signal: AbortSignal): Promise<void>;

  /**
   * Whether mails could be sent now, without sending one.
   *
   * @throws SendFailure
   */
  abstract check(): Promise<void>;
}
