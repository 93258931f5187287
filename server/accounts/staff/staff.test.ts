import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { type Right, rights, type StaffSetKey } from '#contract/kernel/rights.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { newName, readCookies } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, admin: owner } = await startShop({ environment: { DEMO: 'off', ADMIN_SECOND_FACTOR: 'optional' } })

async function invite(set: StaffSetKey, cookies = owner.cookies) {
  const reply = await request('POST', '/staff/invitations', { cookies, body: { set } })
  expect(reply.statusCode).toBe(201)
  return new URL(reply.json().url).searchParams.get('token') ?? ''
}

const join = (token: string, name = newName(), pin = 'loom and lane') => request('POST', '/staff/join', { body: { token, name, pin } })

async function addAdministrator(set: StaffSetKey) {
  const reply = await join(await invite(set))
  return { ...reply.json().user, cookies: readCookies(reply) }
}

const change = (id: string, body: object, cookies = owner.cookies) => request('PATCH', `/staff/${id}`, { cookies, body })
const codeOf = (reply: Awaited<ReturnType<typeof request>>) => [reply.statusCode, reply.json().code]

test('an invitation works once, and its holder is signed in with the rights of the set', async () => {
  const token = await invite('packer')
  expect((await request('POST', '/staff/join/find', { body: { token } })).json()).toEqual({ title: 'Packer' })
  expect(codeOf(await join(token, newName(), 'short'))).toEqual([400, 'admin_pin_too_short'])
  expect(codeOf(await join(token, owner.name))).toEqual([409, 'name_taken'])
  const joined = await join(token)
  expect(joined.json().user).toMatchObject({ role: 'admin', rights: ['orders'] })
  expect((await request('GET', '/staff', { cookies: readCookies(joined) })).statusCode).toBe(403)
  expect(codeOf(await join(token))).toEqual([410, 'staff_link_invalid'])
})

test('revoked and expired invitations do not work, and a token is stored as its hash only', async () => {
  const [revoked, expired] = [await invite('support'), await invite('support')]
  const { invitations } = (await request('GET', '/staff', { cookies: owner.cookies })).json()
  expect(JSON.stringify(invitations)).not.toContain(expired)
  const [first, second] = invitations as { _id: string }[]
  await request('DELETE', `/staff/invitations/${first?._id}`, { cookies: owner.cookies })
  await database
    .updateTable('staff_invitations')
    .set({ expires_at: new Date(0) })
    .where('id', '=', second?._id ?? '')
    .execute()
  for (const token of [revoked, expired]) expect(codeOf(await join(token))).toEqual([410, 'staff_link_invalid'])
})

test('an invitation ends with the account, and with the rights, of the administrator who has made it', async () => {
  const [disabled, limited] = [await addAdministrator('owner'), await addAdministrator('owner')]
  const [first, second] = [await invite('support', disabled.cookies), await invite('owner', limited.cookies)]
  await change(disabled._id, { isDisabled: true })
  await change(limited._id, { set: 'packer' })
  for (const token of [first, second]) expect(codeOf(await join(token))).toEqual([410, 'staff_link_invalid'])
  expect(codeOf(await request('POST', '/staff/join/find', { body: { token: first } }))).toEqual([410, 'staff_link_invalid'])
  await change(disabled._id, { isDisabled: false })
  expect((await join(first)).statusCode).toBe(201)
})

test('a disabled administrator is signed out at once and told so only with the right PIN', async () => {
  const name = newName()
  const joined = await join(await invite('packer'), name)
  const { _id } = joined.json().user
  expect((await change(_id, { isDisabled: true })).statusCode).toBe(200)
  expect((await request('GET', '/users/loggedinuser', { cookies: readCookies(joined) })).statusCode).toBe(401)
  const signIn = (pin: string) => request('POST', '/users/login', { body: { name, pin } })
  expect(codeOf(await signIn('loom and lane'))).toEqual([403, 'account_disabled'])
  expect(codeOf(await signIn('another pin'))).toEqual([409, 'name_taken'])
  await change(_id, { isDisabled: false })
})

test('a set that needs a second factor lets its administrators do nothing else first', async () => {
  const { cookies } = await addAdministrator('support')
  const { sets } = (await request('GET', '/staff', { cookies: owner.cookies })).json()
  const { version } = sets.find(({ key }: { key: string }) => key === 'support')
  const save = (key: string) =>
    request('PATCH', `/staff/sets/${key}`, {
      cookies: owner.cookies,
      body: { rights: ['orders'], needsSecondFactor: true, version },
    })
  expect((await save('support')).statusCode).toBe(200)
  expect(codeOf(await request('GET', '/order/admin/desk', { cookies }))).toEqual([403, 'second_factor_missing'])
  expect(codeOf(await save('support'))).toEqual([409, 'staff_set_changed'])
  expect(codeOf(await save('owner'))).toEqual([409, 'owner_set_fixed'])
})

test('a packer sees a part of phone numbers, but prints whole ones', async () => {
  const product = await createTestProduct({ database })
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([product]) })).json()
  const { cookies } = await addAdministrator('packer')
  const read = async (path: string, by = cookies) => (await request('GET', path, { cookies: by })).body
  for (const path of ['/order/admin/desk', '/cod/adminOrder', `/order/admin/${order._id}`]) {
    expect(await read(path), path).not.toContain('9876543210')
    expect(await read(path, owner.cookies), path).toContain('9876543210')
  }
  expect(await read(`/order/admin/${order._id}`)).toContain('98•••••210')
  const printed = await request('POST', '/order/admin/print', { cookies, body: { numbers: [order.number] } })
  expect(printed.body).toContain('9876543210')
})

describe('somebody who may change the staff but is no owner', async () => {
  const setRights = (key: StaffSetKey, rights: Right[], masks_phones = false) =>
    database.updateTable('staff_sets').set({ rights, masks_phones }).where('key', '=', key).execute()
  await setRights('merchandiser', ['staff', 'orders', 'products'])
  const manager = await addAdministrator('merchandiser')
  const readSet = async (key: StaffSetKey) =>
    (await request('GET', '/staff', { cookies: owner.cookies })).json().sets.find((set: { key: string }) => set.key === key)
  const saveSet = async (key: StaffSetKey, body: object) =>
    request('PATCH', `/staff/sets/${key}`, {
      cookies: manager.cookies,
      body: { needsSecondFactor: false, version: (await readSet(key)).version, ...body },
    })
  const tryInvite = (set: StaffSetKey) => request('POST', '/staff/invitations', { cookies: manager.cookies, body: { set } })

  test('invites people with rights of the own set only', async () => {
    expect((await tryInvite('packer')).statusCode).toBe(201)
    expect(codeOf(await tryInvite('owner'))).toEqual([403, 'owners_only'])
    expect(codeOf(await tryInvite('accountant'))).toEqual([403, 'staff_rights_beyond_own'])
    await setRights('accountant', [...rights])
    expect(codeOf(await tryInvite('accountant'))).toEqual([403, 'staff_rights_beyond_own'])
    await setRights('accountant', ['reports'])
  })

  test('gives nobody more, also not to the own account', async () => {
    const packer = await addAdministrator('packer')
    for (const id of [packer._id, manager._id]) {
      expect(codeOf(await change(id, { set: 'owner' }, manager.cookies))).toEqual([403, 'owners_only'])
      expect(codeOf(await change(id, { set: 'accountant' }, manager.cookies))).toEqual([403, 'staff_rights_beyond_own'])
    }
    expect((await change(packer._id, { set: 'merchandiser' }, manager.cookies)).statusCode).toBe(200)
  })

  test('neither changes nor disables nor enables an owner', async () => {
    const other = await addAdministrator('owner')
    for (const body of [{ set: 'packer' }, { isDisabled: true }, {}])
      expect(codeOf(await change(other._id, body, manager.cookies))).toEqual([403, 'owners_only'])
    await change(other._id, { isDisabled: true })
    expect(codeOf(await change(other._id, { isDisabled: false }, manager.cookies))).toEqual([403, 'owners_only'])
    expect(codeOf(await change(other._id, { set: 'packer', isDisabled: false }, manager.cookies))).toEqual([403, 'owners_only'])
  })

  test('disables people with other rights, and does not enable them again', async () => {
    const accountant = await addAdministrator('accountant')
    const both = { set: 'accountant', isDisabled: true }
    expect((await change(accountant._id, both, manager.cookies)).statusCode).toBe(200)
    expect(codeOf(await change(accountant._id, { isDisabled: false }, manager.cookies))).toEqual([403, 'staff_rights_beyond_own'])
    expect((await change(accountant._id, { isDisabled: false })).statusCode).toBe(200)
  })

  test('adds only own rights to sets, and takes any', async () => {
    for (const key of ['merchandiser', 'packer'] as const)
      expect(codeOf(await saveSet(key, { rights: ['staff', 'money'] }))).toEqual([403, 'staff_rights_beyond_own'])
    expect((await saveSet('packer', { rights: ['orders', 'products'] })).statusCode).toBe(200)
    expect((await saveSet('accountant', { rights: [] })).statusCode).toBe(200)
    expect(codeOf(await saveSet('accountant', { rights: ['reports'] }))).toEqual([403, 'staff_rights_beyond_own'])
    await setRights('accountant', ['reports'])
    await setRights('packer', ['orders'], true)
  })

  test('whose own phone numbers are masked shows whole ones to nobody', async () => {
    await setRights('merchandiser', ['staff', 'orders'], true)
    await setRights('packer', ['orders'], false)
    expect(codeOf(await tryInvite('packer'))).toEqual([403, 'staff_rights_beyond_own'])
    expect(codeOf(await saveSet('merchandiser', { rights: ['staff', 'orders'], masksPhones: false }))).toEqual([
      403,
      'staff_rights_beyond_own',
    ])
    expect((await saveSet('merchandiser', { rights: ['staff'], masksPhones: true })).statusCode).toBe(200)
    await setRights('packer', ['orders'], true)
    expect((await tryInvite('packer')).statusCode).toBe(403)
    await setRights('merchandiser', ['staff', 'orders'], true)
    expect((await tryInvite('packer')).statusCode).toBe(201)
  })
})

test('two owners who disable each other at the same time leave one of them', async () => {
  const other = await addAdministrator('owner')
  await database
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('role', '=', 'admin')
    .where('id', 'not in', [owner._id, other._id])
    .execute()
  const replies = await Promise.all([
    change(other._id, { isDisabled: true }),
    change(owner._id, { set: 'packer' }, other.cookies),
    change(owner._id, { isDisabled: true }, other.cookies),
  ])
  expect(replies.some(({ statusCode }) => statusCode === 200)).toBe(true)
  const enabled = database.selectFrom('users').select('id').where('staff_set', '=', 'owner').where('disabled_at', 'is', null)
  const left = await enabled.execute()
  expect(left).toHaveLength(1)
  const last = left[0]?.id === owner._id ? owner : other
  expect(codeOf(await change(last._id, { isDisabled: true }, last.cookies))).toEqual([409, 'last_staff'])
  expect(codeOf(await change(last._id, { set: 'packer' }, last.cookies))).toEqual([409, 'last_staff'])

  // A change that is not committed yet disables the other one.
  const second = last === owner ? other : owner
  await change(second._id, { set: 'owner', isDisabled: false }, last.cookies)
  const trx = await database.startTransaction().execute()
  await trx.selectFrom('staff_sets').select('key').forUpdate().execute()
  const waiting = change(last._id, { set: 'packer' }, last.cookies)
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      database,
    )
    expect(rows).toHaveLength(1)
  })
  await trx.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', second._id).execute()
  await trx.commit().execute()
  expect(codeOf(await waiting)).toEqual([409, 'last_staff'])
})
