import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { readCookies, signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const lines: string[] = []
const { request, database } = await createTestApp({ environment: { LOG_LEVEL: 'info' }, logTo: { write: (line) => void lines.push(line) } })

/** What was logged about accounts since the last call. */
function takeActivity(): object[] {
  const logged = lines.splice(0).map((line) => JSON.parse(line))
  return logged
    .filter(({ msg }) => msg === 'account activity')
    .map(({ account, call, target, status }) => ({ account, call, target, status }))
}

test('a sign-in is logged with the account, a rejected one with the account that was tried', async () => {
  const shopper = await signInShopper({ request })
  expect(takeActivity()).toEqual([{ account: shopper._id, call: 'login', status: 200 }])
  const other = await signInShopper({ request })
  takeActivity()
  await request('POST', '/users/login', { cookies: other.cookies, body: { name: shopper.name, pin: 'wrong' } })
  expect(lines.join('')).toContain(`"account":"${shopper._id}","code":"name_taken"`)
  expect(takeActivity()).toEqual([])
  const again = await request('POST', '/users/login', { cookies: other.cookies, body: { name: shopper.name, pin: shopper.pin } })
  expect(takeActivity()).toEqual([{ account: shopper._id, call: 'login', status: 200 }])
  await request('POST', '/users/logout', { cookies: readCookies(again) })
  expect(takeActivity()).toEqual([{ account: shopper._id, call: 'logoutByPost', status: 200 }])
})

test('a change of the PIN is logged, a right one and a wrong one', async () => {
  const { cookies, pin, _id: account } = await signInShopper({ request })
  takeActivity()
  await request('POST', '/users/account/pin', { cookies, body: { currentPin: 'wrong', newPin: '8305' } })
  await request('POST', '/users/account/pin', { cookies, body: { currentPin: pin, newPin: '8305' } })
  expect(takeActivity()).toEqual([
    { account, call: 'changePin', status: 403 },
    { account, call: 'changePin', status: 200 },
  ])
})

test('changes and exports of administrators are logged with the record, reading is not', async () => {
  const { cookies, _id: account } = await signInAdministrator({ request, database })
  const shopper = await signInShopper({ request })
  const { id } = await createTestProduct({ database })
  takeActivity()
  await request('GET', '/users/getUsers', { cookies })
  await request('POST', `/users/${shopper._id}/pin`, { cookies })
  await request('DELETE', `/products/${id}`, { cookies })
  await request('GET', '/products/export', { cookies })
  expect(takeActivity()).toMatchObject([
    { account, call: 'resetUserPin', target: shopper._id, status: 200 },
    { account, call: expect.any(String), target: id, status: 200 },
    { account, call: 'exportProducts', status: 200 },
  ])
})

test('a text in the place of an id is not logged', async () => {
  const { cookies, _id: account } = await signInAdministrator({ request, database })
  takeActivity()
  await request('POST', '/users/Vasundhara/pin', { cookies })
  expect(takeActivity()).toMatchObject([{ account, call: 'resetUserPin', target: undefined }])
})

test('a shopper who calls an administrator’s call is logged', async () => {
  const { cookies, _id: account } = await signInShopper({ request })
  takeActivity()
  await request('POST', `/users/${account}/pin`, { cookies })
  expect(takeActivity()).toEqual([{ account, call: 'resetUserPin', target: account, status: 403 }])
})
