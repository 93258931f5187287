import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which a token is stored. A fast hash is enough, because a token cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
