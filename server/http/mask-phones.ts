import type { FastifyInstance } from 'fastify'
import type { CallName } from '#contract/contract.ts'

/** What is printed for a parcel has the whole number, because the courier calls it. */
const parcelCalls = new Set<CallName | undefined>(['getOrdersToPrint'])

/** `98•••••210`: enough to recognise a number, too little to call it. */
export const maskPhone = (phone: string): string =>
  phone.length < 7 ? '•'.repeat(phone.length) : `${phone.slice(0, 2)}•••••${phone.slice(-3)}`

/** The reply with each text called `phone` masked. */
function maskPhones(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskPhones)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    name === 'phone' && typeof field === 'string' ? maskPhone(field) : maskPhones(field),
  ])
  return Object.fromEntries(entries)
}

/** Masks the phone numbers in replies to administrators whose set of rights says so. */
export function maskPhonesOfReplies(api: FastifyInstance): void {
  api.addHook('preSerialization', (request, _reply, payload, done) => {
    const { call, who, right } = request.routeOptions.config
    const isMasked = request.user?.masksPhones === true && who === 'admin' && right !== 'own' && !parcelCalls.has(call)
    done(null, isMasked ? maskPhones(payload) : payload)
  })
}
