import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export type IdPrefix = 'order' | 'pay' | 'rfnd' | 'card' | 'acc'

/** 14 case-sensitive letters and digits, as every Razorpay id ends. */
export function makeToken(): string {
  return Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

export function makeId({ prefix }: { prefix: IdPrefix }): string {
  return `${prefix}_${makeToken()}`
}

export function isId({ prefix, id }: { prefix: IdPrefix; id: string }): boolean {
  return id.startsWith(`${prefix}_`) && /^[A-Za-z0-9]{14}$/.test(id.slice(prefix.length + 1))
}

/** Bank reference numbers are digits. */
export function makeDigits({ length }: { length: number }): string {
  return Array.from({ length }, () => String(randomInt(10))).join('')
}
