import { createECDH, hkdfSync } from 'node:crypto'

/** The order of the group of P-256. */
const groupOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

interface KeyMaterial {
  /** derived from the shop's secret */
  readonly key: Buffer
  /** what the pair is for: another purpose gets another pair */
  readonly purpose: string
}

/** An ECDSA key pair of P-256. The public key is an uncompressed point of 65 bytes, the private key has 32 bytes. */
export function deriveKeyPair({ key, purpose }: KeyMaterial): { publicKey: Buffer; privateKey: Buffer } {
  // 48 bytes, so that the remainder has no bias (FIPS 186-5, A.2.1).
  const bytes = Buffer.from(hkdfSync('sha256', key, '', purpose, 48))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (groupOrder - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  return { publicKey: ecdh.getPublicKey(), privateKey }
}
