import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export type IdPrefix = 'order' | 'pay' | 'rfnd' | 'card' | 'disp'

function generateText({ alphabet, length }: { alphabet: string; length: number }): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** 14 case-sensitive letters and digits, the form of every Razorpay id. */
export function generateToken(): string {
  return generateText({ alphabet: ALPHABET, length: 14 })
}

export function generateId({ prefix }: { prefix: IdPrefix }): string {
  return `${prefix}_${generateToken()}`
}

export function isId({ prefix, id }: { prefix: IdPrefix; id: string }): boolean {
  return id.startsWith(`${prefix}_`) && /^[A-Za-z0-9]{14}$/.test(id.slice(prefix.length + 1))
}

/** A bank reference number. */
export function generateDigits({ length }: { length: number }): string {
  return generateText({ alphabet: '0123456789', length })
}
