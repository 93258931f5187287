import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contract/accounts/users.ts'
import type { CallName } from '#contract/contract.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { Who } from '#contract/kernel/endpoint.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import { type Right, rightTexts } from '#contract/kernel/rights.ts'
import { checkRight } from '../kernel/check-right.ts'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'
import { createApiKeyResolver, readApiKey } from './api-key.ts'
import { parseIp } from './parse-ip.ts'

export interface SignedInUser {
  readonly id: string
  readonly name: string
  readonly role: User['role']
  /** the user has signed in, or entered the PIN again, in the last minutes */
  readonly hasStepUp: boolean
  /** of an administrator; none of a shopper */
  readonly rights: readonly Right[]
  /** phone numbers of shoppers are masked */
  readonly masksPhones: boolean
}

export interface Session {
  readonly user: SignedInUser
  /** an administrator who has not set up the second factor */
  readonly lacksSecondFactor: boolean
  /** the set of the administrator demands one */
  readonly needsSecondFactor: boolean
  /** its time was extended, so the cookie must be set again */
  readonly extended: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: Who
    right?: Right | 'own' | undefined
  }
  interface FastifyRequest {
    /** read from the database for each request */
    user: SignedInUser | null
  }
}

type CookieName = 'sid' | 'device'

/** Over https the `__Host-` prefix makes browsers reject the cookie from another path or host; over http they reject the prefix. */
const cookieName = ({ name, secure }: { name: CookieName; secure: boolean }): string => (secure ? `__Host-${name}` : name)

export const readCookie = ({ request, name, secure }: { request: FastifyRequest; name: CookieName; secure: boolean }) =>
  request.cookies[cookieName({ name, secure })]

const secondsPerDay = 86_400

const cookieOptions = ({ secure, days }: { secure: boolean; days: number }): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure,
  maxAge: days * secondsPerDay,
})

export function setSessionCookie({ reply, token, secure }: { reply: FastifyReply; token: string; secure: boolean }): void {
  reply.setCookie(cookieName({ name: 'sid', secure }), token, cookieOptions({ secure, days: retention.sessionDays }))
}

export function clearSessionCookie({ reply, secure }: { reply: FastifyReply; secure: boolean }): void {
  reply.clearCookie(cookieName({ name: 'sid', secure }), { path: '/', secure })
}

export function setDeviceCookie({ reply, token, secure }: { reply: FastifyReply; token: string; secure: boolean }): void {
  reply.setCookie(cookieName({ name: 'device', secure }), token, cookieOptions({ secure, days: retention.deviceDays }))
}

interface BrowserRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly secure: boolean
}

/** A token for a browser, which is signed so that the shop recognises what it has issued. */
export const createDeviceToken = (request: FastifyRequest): string => request.signCookie(randomBytes(32).toString('base64url'))

/** The token that a browser has sent; undefined without one. */
export const readDevice = ({ request, secure }: Omit<BrowserRequest, 'reply'>): string | undefined =>
  readCookie({ request, name: 'device', secure })

/** The token of this browser, which gets one if it has sent none. */
export function identifyDevice({ request, reply, secure }: BrowserRequest): string {
  const sent = readCookie({ request, name: 'device', secure })
  if (sent !== undefined) return sent
  const token = createDeviceToken(request)
  setDeviceCookie({ reply, token, secure })
  return token
}

/** The token that this browser has sent; it gets one if it has none. */
export function recognizeDevice({ request, reply, secure }: BrowserRequest): string | undefined {
  identifyDevice({ request, reply, secure })
  return readCookie({ request, name: 'device', secure })
}

const maxUserAgent = 300

/** The name that the browser gives itself, which may be cut. */
export const readUserAgent = (request: FastifyRequest): string => cutText(request.headers['user-agent'] ?? '', maxUserAgent)

/** One line has a whole /64 of IPv6 addresses, so limits count the network. */
export const readClientIp = (request: FastifyRequest): string => normalizeIP(parseIp(request.ip), 64)

/** The network around a client: IPv4 /24, IPv6 /48. Who has one address often has others of it. */
export const readClientIpRange = (request: FastifyRequest): string =>
  normalizeIP(parseIp(request.ip), 48).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0')

/** The signed-in user of a call that needs one. */
export function requireUser(request: FastifyRequest): SignedInUser {
  if (!request.user) throw new AppError('not_signed_in')
  return request.user
}

/**
 * Checks a further right of an administrator, where a call does what its own right does not allow.
 * @throws AppError 403 without it.
 */
export function requireRight(request: FastifyRequest, right: Right): void {
  checkRight({ rights: requireUser(request).rights, right })
}

/** What an administrator may call who must set up the second factor first. */
const enrolmentCalls = new Set<CallName | undefined>(['getSecondFactor', 'reauthenticate', 'startSecondFactor', 'confirmSecondFactor'])

/** Calls that need a step-up, so that a stolen session cannot make them. Cancelling a paid order is checked where it is refunded. */
const stepUpCalls = new Set<CallName | undefined>([
  'refundOrder',
  'completeReturn',
  'answerReturnRefund',
  'getPayouts',
  'getUndeliveredParcels',
  'exportPayouts',
  'payPayout',
  'answerTransfer',
  'resetUserPin',
  'changeAdministrator',
  'changeStaffSet',
  'inviteStaff',
  'revokeStaffInvitation',
  'exportGuestData',
  'removeDemoProducts',
  'exportOrders',
  'exportCustomers',
  'exportProducts',
  'exportMonth',
  'exportActivity',
  'startShopExport',
  'getShopExport',
  'downloadShopExport',
  'startShopImport',
  'runShopImport',
  'getShopImport',
  'getShopImportProblems',
  'downloadBackup',
  'createApiKey',
  'setMailServer',
  'addWebhook',
  'rotateWebhookSecret',
  'removeMailServer',
  'setRazorpayKeys',
  'setShiprocketKeys',
  'setMetaKeys',
  'exportConversions',
  'removeProviderKeys',
  'startSecondFactor',
  'renewRecoveryCodes',
])

/** What a key may not call: what is about the own account, and what needs the PIN again. */
function findKeyError({ who, right, call }: Pick<RoleCheck, 'who' | 'right' | 'call'>): AppError | undefined {
  const isRefused = who === 'user' || right === 'own' || stepUpCalls.has(call)
  return isRefused ? new AppError('api_key_refused') : undefined
}

interface RoleCheck {
  readonly session: Session | undefined
  readonly who: Who
  readonly right: Right | 'own' | undefined
  readonly call: CallName | undefined
  readonly needsSecondFactor: boolean
}

function findRoleError({ session, who, right, call, needsSecondFactor }: RoleCheck): AppError | undefined {
  if (who === 'anyone') return undefined
  if (!session) return new AppError('not_signed_in')
  if (session.user.role !== who) return new AppError('not_allowed')
  if (needsSecondFactor && session.lacksSecondFactor && !enrolmentCalls.has(call)) return new AppError('second_factor_missing')
  if (right && right !== 'own' && !session.user.rights.includes(right)) {
    return new AppError('right_missing', { right: rightTexts[right].title })
  }
  return stepUpCalls.has(call) && !session.user.hasStepUp ? new AppError('reauthentication_required') : undefined
}

/** The admin area polls this call every minute, so it is no sign of use. */
const isUse = (request: FastifyRequest): boolean => request.routeOptions.config.call !== 'getAdminNotifications'

/** Loads the session of each request and enforces the role that the contract names. */
export function enforceRoles(
  api: FastifyInstance,
  {
    findSession,
    findApiKey,
    settings: { secure, ADMIN_SECOND_FACTOR, LIMITS_FACTOR },
  }: {
    findSession: (session: { token: string; isUse: boolean }) => Promise<Session | undefined>
    findApiKey: (key: string) => Promise<(Session & { readonly keyId: string }) | undefined>
    settings: Pick<Settings, 'secure' | 'ADMIN_SECOND_FACTOR' | 'LIMITS_FACTOR'>
  },
): void {
  api.decorateRequest('user', null)
  const resolveApiKey = createApiKeyResolver({ api, findApiKey, factor: LIMITS_FACTOR })
  api.addHook('onRequest', async (request, reply) => {
    const { who = 'anyone', right, call } = request.routeOptions.config
    const key = readApiKey(request)
    const token = key === undefined ? readCookie({ request, name: 'sid', secure }) : undefined
    const session = key ? await resolveApiKey(request, key) : token ? await findSession({ token, isUse: isUse(request) }) : undefined
    request.user = session?.user ?? null
    request.account = request.user?.id ?? null
    if (token && !session) clearSessionCookie({ reply, secure })
    if (token && session?.extended) setSessionCookie({ reply, token, secure })
    const needsSecondFactor = ADMIN_SECOND_FACTOR === 'required' || session?.needsSecondFactor === true
    const error = (key && findKeyError({ who, right, call })) || findRoleError({ session, who, right, call, needsSecondFactor })
    if (error) throw error
  })
}
