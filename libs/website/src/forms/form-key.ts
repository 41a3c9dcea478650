import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';

/** Time in base 36, nonce, public key and signature. */
const FORM = /^([0-9a-z]{1,11})\.([\w-]{22})\.([\w-]{43})\.([\w-]{86})$/;

/** A parsed token whose signature has not been verified. */
export interface ReadToken {
  issuedAt: Date;
  /** Ed25519 key in canonical base64url. */
  publicKey: string;
  isSignedFor(form: string): boolean;
}

/** A process's key pair (Ed25519). The private key stays in the process's memory. */
export class FormKey {
  readonly publicKey: string;
  private readonly privateKey: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.publicKey = publicKey.export({ format: 'jwk' }).x!;
    this.privateKey = privateKey;
  }

  /** @param form name of the form, because other forms refuse the token */
  issue(form: string, now: Date): string {
    const time = now.getTime().toString(36);
    const nonce = randomBytes(16).toString('base64url');
    const signature = sign(null, signedPart(form, time, nonce), this.privateKey);
    return [time, nonce, this.publicKey, signature.toString('base64url')].join('.');
  }
}

/**
 * Returns undefined for malformed text, including non-canonical base64url: a token is spent by its
 * text, so it must have one spelling.
 */
export function readToken(token: string): ReadToken | undefined {
  const [, time, nonce, publicKey, signature] = FORM.exec(token) ?? [];
  if (!time || !nonce || !isCanonical(publicKey!) || !isCanonical(signature!)) return undefined;
  return {
    issuedAt: new Date(parseInt(time, 36)),
    publicKey: publicKey!,
    isSignedFor: (form) =>
      verify(
        null,
        signedPart(form, time, nonce),
        createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey! }, format: 'jwk' }),
        Buffer.from(signature!, 'base64url'),
      ),
  };
}

function signedPart(...parts: string[]): Buffer {
  return Buffer.from(parts.join(' '));
}

function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}
