import type { FastifyInstance } from 'fastify'
import type { User } from '#contract/accounts/users.ts'
import { isWeakPin } from '#contract/accounts/weak-pins.ts'
import { minAdminPinLength } from '#contract/kernel/limits/account-limits.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { identifyDevice, readCookie, readUserAgent, requireUser, setSessionCookie } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { findPinError, type Pins } from '../pins/pins.ts'
import type { AccountSecrets } from '../profile/account-secrets.ts'
import { startSession } from '../sessions/session-store.ts'
import { hashToken } from '../sessions/tokens.ts'
import { changeAdministrator, changeStaffSet } from './change-staff.ts'
import { acceptInvitation, findInvitation, inviteStaff, revokeInvitation } from './invitations.ts'
import { listStaff } from './list-staff.ts'

/** Uses of links by one IP address. */
const linkUses = { name: 'staff-links', points: 30, seconds: 600 }

interface StaffDependencies {
  readonly database: Database
  readonly settings: Settings
  readonly pins: Pins
  readonly secrets: AccountSecrets
  readonly requestMails: () => void
  readonly readUser: (id: string) => Promise<User>
}

/** Administrators, what they may do, and invitations. */
export function staffRoutes(api: FastifyInstance, { database, settings, pins, secrets, requestMails, readUser }: StaffDependencies): void {
  const linkLimit = createClientLimit({ ...linkUses, database, factor: settings.LIMITS_FACTOR })
  const { secure, PUBLIC_URL, DEMO } = settings

  defineRoute(api, 'getStaff', () => listStaff({ database }))

  defineRoute(api, 'changeAdministrator', async ({ params: { id }, body, request }) => {
    const { id: actorId } = requireUser(request)
    const name = await changeAdministrator({ database, id, actorId, ...body })
    await recordActivity({ database, actorId, call: 'changeAdministrator', subject: { id, name } })
    return { message: body.isDisabled ? `${name} is disabled and signed out everywhere` : `${name} is changed` }
  })

  defineRoute(api, 'changeStaffSet', async ({ params: { key }, body, request }) => {
    const { id: actorId } = requireUser(request)
    const title = await changeStaffSet({ database, key, actorId, ...body, masksPhones: body.masksPhones })
    await recordActivity({ database, actorId, call: 'changeStaffSet', subject: { id: key, name: title } })
    return { message: `${title} is saved` }
  })

  defineRoute(api, 'inviteStaff', async ({ body, request }) => {
    const { id: createdBy } = requireUser(request)
    const token = await inviteStaff({ database, secrets, ...body, createdBy })
    await recordActivity({ database, actorId: createdBy, call: 'inviteStaff', subject: { id: body.set, name: body.set } })
    if (body.email) requestMails()
    const origin = PUBLIC_URL ?? `${request.protocol}://${request.host}`
    return { message: body.email ? `The link is sent to ${body.email}` : 'The link is created', url: `${origin}/join-staff?token=${token}` }
  })

  defineRoute(api, 'revokeStaffInvitation', async ({ params: { id }, request }) => {
    await revokeInvitation({ database, id })
    await recordActivity({ database, actorId: requireUser(request).id, call: 'revokeStaffInvitation', subject: { id, name: '' } })
    return { message: 'The invitation is revoked' }
  })

  defineRoute(api, 'findStaffInvitation', async ({ body: { token }, request }) => {
    await linkLimit.consume(request)
    return findInvitation({ database, token })
  })

  defineRoute(api, 'joinStaff', async ({ body: { token, name, pin }, request, reply }) => {
    await linkLimit.consume(request)
    await findInvitation({ database, token })
    const isShort = !DEMO && [...pin].length < minAdminPinLength
    const pinError = findPinError(pin) ?? (isShort ? 'admin_pin_too_short' : undefined)
    if (pinError) throw new AppError(pinError, { field: 'pin' })
    const account = await acceptInvitation({ database, token, name, pinHash: await pins.hash(pin) })
    request.account = account.id
    const session = await startSession({
      database,
      account,
      formerToken: readCookie({ request, name: 'sid', secure }),
      deviceHash: hashToken(identifyDevice({ request, reply, secure })),
      userAgent: readUserAgent(request),
      timeZone: null,
      withSecondFactor: false,
      hasWeakPin: isWeakPin({ pin, name: account.name }),
    })
    if (session) setSessionCookie({ reply, token: session, secure })
    return { message: `Welcome, ${account.name}`, user: await readUser(account.id) }
  })
}
