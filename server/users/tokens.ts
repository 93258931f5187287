import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie. */
export function drawToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. A fast hash is enough: the token itself cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
