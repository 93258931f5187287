import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contract/accounts/users.ts'
import { isWeakPin } from '#contract/accounts/weak-pins.ts'
import type { ActivityChanges } from '#contract/activity/activity.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { recordChange } from '../activity/record-change.ts'
import type { Database } from '../database/schema.ts'
import { isCrossSite } from '../http/cross-site.ts'
import { defineRoute } from '../http/define-route.ts'
import {
  clearSessionCookie,
  createDeviceToken,
  readClientIp,
  readClientIpRange,
  readCookie,
  readUserAgent,
  requireUser,
  setDeviceCookie,
  setSessionCookie,
} from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import type { Settings } from '../kernel/settings.ts'
import { queueAccountMail } from '../mail/outbox.ts'
import { listUserPage } from './admin-list.ts'
import type { Pins } from './pins/pins.ts'
import { cancelDeletion } from './privacy/delete-account.ts'
import type { ListPersonKeys } from './privacy/personal-data.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { accountLinkRoutes } from './profile/account-link-routes.ts'
import { accountRoutes, readDeviceHash } from './profile/account-routes.ts'
import { createAccountSecrets } from './profile/account-secrets.ts'
import { secondFactorRoutes } from './profile/second-factor-routes.ts'
import { describeDevice, describePlace, parseTimeZone } from './sessions/describe-session.ts'
import { signOut, startSession } from './sessions/session-store.ts'
import { hashToken } from './sessions/tokens.ts'
import { createLogin } from './sign-in/login.ts'
import type { ChallengeWork } from './sign-in/login-challenge.ts'
import { createLoginCodes } from './sign-in/login-code.ts'
import { resetUserPin } from './sign-in/reset-pin.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { findProfile, listUsers } from './users/repository.ts'

type Profile = Awaited<ReturnType<typeof findProfile>>

function presentUser({ profile, settings }: { profile: Profile; settings: Settings }): User {
  const { id, name, role, address, confirmed_at, rights, needs_second_factor } = profile
  const { firstName = '', lastName = '', email = '', phone = '' } = address ?? {}
  const needsSecondFactor =
    (settings.ADMIN_SECOND_FACTOR === 'required' || needs_second_factor === true) && role === 'admin' && confirmed_at === null
  return {
    _id: id,
    name,
    role,
    firstName,
    lastName,
    email,
    phone,
    ...(rights && { rights }),
    ...(needsSecondFactor && { needsSecondFactor }),
  }
}

interface UserDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly shopSettings: { readonly current: ShopSettings }
  readonly pins: Pins
  readonly secondFactorKey: Buffer
  readonly signInKey: Buffer
  readonly challengeWork?: ChallengeWork | undefined
  readonly trackingKey: Buffer
  readonly requestMails: () => void
  readonly listPersonKeys: ListPersonKeys
}

interface Browser {
  readonly database: Database
  readonly request: FastifyRequest
  readonly secure: boolean
}

/**
 * The token of the browser that signs in: the one that it has sent, if the shop has issued it. Before November 2026 tokens were not signed;
 * those of known devices stay.
 */
async function readDeviceToken({ database, request, secure }: Browser): Promise<string> {
  const sent = readCookie({ request, name: 'device', secure })
  if (sent === undefined) return createDeviceToken(request)
  if (request.unsignCookie(sent).valid) return sent
  const known = database.selectFrom('known_devices').select('user_id').where('token_hash', '=', hashToken(sent))
  return (await known.limit(1).executeTakeFirst()) ? sent : createDeviceToken(request)
}

export function userRoutes(
  api: FastifyInstance,
  { database, settings, shopSettings, pins, secondFactorKey, signInKey, challengeWork, trackingKey, ...dependencies }: UserDependencies,
): void {
  const { requestMails, listPersonKeys } = dependencies
  const secrets = createAccountSecrets({ key: trackingKey })
  const checkLoginCode = createLoginCodes({ database, secrets, requestMails })
  const { LIMITS_FACTOR: limitsFactor } = settings
  const readStoreName = () => shopSettings.current.shop.name
  const login = createLogin({ database, pins, limitsFactor, readStoreName, secondFactorKey, signInKey, challengeWork, checkLoginCode })
  const { secure } = settings

  defineRoute(api, 'login', async ({ body, request, reply }) => {
    const deviceToken = await readDeviceToken({ database, request, secure })
    const { account, created, withSecondFactor, withEmailCode } = await login({
      ...body,
      ip: readClientIp(request),
      ipRange: readClientIpRange(request),
      deviceHash: hashToken(deviceToken),
      log: request.log,
    }).catch((error: unknown) => {
      // The code is for this device only.
      if (error instanceof AppError && error.code === 'email_code_required') setDeviceCookie({ reply, token: deviceToken, secure })
      throw error
    })
    const userAgent = readUserAgent(request)
    const timeZone = parseTimeZone(body.timeZone)
    const token = await startSession({
      database,
      account,
      formerToken: readCookie({ request, name: 'sid', secure }),
      deviceHash: hashToken(deviceToken),
      userAgent,
      timeZone,
      withSecondFactor,
      hasWeakPin: isWeakPin({ pin: body.pin, name: account.name }),
    })
    if (!token) throw new AppError('name_taken')
    request.account = account.id
    if (account.role === 'admin') {
      const failed = account.failed_attempts
      const changes: ActivityChanges = failed > 0 ? { failedAttempts: { before: failed, after: 0 } } : {}
      const subject = { id: account.id, name: describeDevice(userAgent) }
      await recordActivity({ database, actorId: account.id, call: 'login', subject, changes })
    }
    const deletionCancelled = await cancelDeletion({ database, userId: account.id, token })
    if (withEmailCode && account.verified_email) {
      const device = { device: describeDevice(userAgent), place: describePlace(timeZone) }
      await queueAccountMail({ database, mail: { kind: 'new device', to: account.verified_email, name: account.name, ...device } })
      requestMails()
    }
    setSessionCookie({ reply, token, secure })
    setDeviceCookie({ reply, token: deviceToken, secure })
    const profile = await findProfile({ database, id: account.id })
    return {
      user: presentUser({ profile, settings }),
      message: 'Login successful',
      created,
      ...(deletionCancelled && { deletionCancelled }),
    }
  })

  const logout = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    // A GET that changes state: an image element on another site must not be able to call it.
    if (isCrossSite({ request, settings })) throw new AppError('cross_site')
    const token = readCookie({ request, name: 'sid', secure })
    if (token) await signOut({ database, token, deviceHash: readDeviceHash({ request, secure }) })
    clearSessionCookie({ reply, secure })
    // Not the storage: it has the orders that this device placed as a guest, and the guest's cart.
    reply.header('clear-site-data', '"cache"')
    return { message: 'You have been logged out. We hope to see you again soon!' }
  }
  defineRoute(api, 'logout', logout)
  defineRoute(api, 'logoutByPost', logout)

  defineRoute(api, 'getLoggedInUser', async ({ request }) => {
    const profile = await findProfile({ database, id: requireUser(request).id })
    return presentUser({ profile, settings })
  })

  privacyRoutes(api, { database, settings, shopSettings, pins, listPersonKeys })
  accountRoutes(api, { database, settings, pins, secrets, requestMails })
  accountLinkRoutes(api, { database, settings, pins, requestMails })
  const readUser = async (id: string) => presentUser({ profile: await findProfile({ database, id }), settings })
  staffRoutes(api, { database, settings, pins, secrets, requestMails, readUser })
  secondFactorRoutes(api, { database, settings, shopSettings, pins, secondFactorKey })

  defineRoute(api, 'getUsers', async ({ query }) => {
    const { page = 1, limit, q = '', locked } = query
    if (Object.values(query).some((value) => value !== undefined)) {
      const { rows, ...paged } = await listUserPage({ database, page, limit, q, locked: locked !== undefined })
      const users = rows.map(({ id, created_at, ...user }) => ({ _id: id, ...user, createdAt: created_at.toISOString() }))
      return { users, ...paged }
    }
    // Without a query: all users, as spec §7 has it.
    const users = await listUsers({ database })
    return {
      users: users.map(({ id, name, role, created_at }) => ({ _id: id, name, role, createdAt: created_at.toISOString() })),
      total: users.length,
    }
  })

  defineRoute(api, 'resetUserPin', async ({ params, request }) => {
    const { name, pin } = await recordChange({ database, actorId: requireUser(request).id, call: 'resetUserPin', id: params.id }, (trx) =>
      resetUserPin({ database: trx, pins, id: params.id }),
    )
    requestMails()
    return { message: `${name} has a new PIN`, name, pin }
  })
}
