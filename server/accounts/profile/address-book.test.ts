import { beforeEach, describe, expect, test } from 'vitest'
import type { BookAddress } from '#contract/accounts/address-book.ts'
import { quantities } from '#contract/kernel/business.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const path = '/users/account/addresses'

let cookies: Record<string, string>
beforeEach(async () => {
  ;({ cookies } = await signInShopper({ request }))
})

const [home, office, parents] = ['12 Lake Road', '7 Mill Lane', '3 Temple Street'].map((street) => ({ ...address, address: street })) as [
  typeof address,
  typeof address,
  typeof address,
]
const add = (body: object) => request('POST', path, { cookies, body })
const edit = (id: string, body: object) => request('PATCH', `${path}/${id}`, { cookies, body })
const makeDefault = (id: string) => request('POST', `${path}/${id}/default`, { cookies })
const remove = (id: string) => request('DELETE', `${path}/${id}`, { cookies })
const read = async () => (await request('GET', path, { cookies })).json<{ addresses: BookAddress[] }>().addresses
/** The streets, the default first with an asterisk. */
const readStreets = async () => (await read()).map(({ isDefault, address: { address: street } }) => `${street}${isDefault ? ' *' : ''}`)
const idOf = async ({ address: street }: typeof address) => (await read()).find((entry) => entry.address.address === street)?._id ?? ''
const checkout = (body: object) => request('POST', '/cart/', { cookies, body })
const readSaved = async () => (await request('GET', '/cart', { cookies })).json().deliveryAddress

describe('the address book', () => {
  test('lists the default first, changes, and keeps the ids of its addresses', async () => {
    expect(await read()).toEqual([])
    expect((await add(home)).json()).toMatchObject({ message: 'The address is saved', addresses: [{ isDefault: true, address: home }] })
    await add(office)
    const [homeId, officeId] = [await idOf(home), await idOf(office)]
    expect((await makeDefault(officeId)).statusCode).toBe(200)
    expect((await makeDefault(officeId)).statusCode).toBe(200)
    expect(await readStreets()).toEqual(['7 Mill Lane *', '12 Lake Road'])
    expect([await idOf(home), await idOf(office)]).toEqual([homeId, officeId])
    expect(await readSaved()).toEqual(office)
    await edit(officeId, { ...office, landmark: 'Near the mill' })
    await edit(homeId, { ...home, city: 'Mysuru' })
    expect(await read()).toMatchObject([
      { _id: officeId, isDefault: true, address: { landmark: 'Near the mill' } },
      { _id: homeId, isDefault: false, address: { city: 'Mysuru' } },
    ])
  })

  test('makes the address that was saved last the default when the default is deleted', async () => {
    for (const body of [home, office, parents]) await add(body)
    const id = await idOf(home)
    expect((await remove(id)).json()).toMatchObject({ message: 'The address is deleted' })
    expect((await remove(id)).statusCode).toBe(200)
    expect(await readStreets()).toEqual(['3 Temple Street *', '7 Mill Lane'])
    for (const { _id } of await read()) await remove(_id)
    expect([await read(), await readSaved()]).toEqual([[], null])
  })

  test('holds an address once, however often it is added at the same time', async () => {
    await Promise.all([add(home), add(home), add({ ...home, landmark: '' })])
    await Promise.all([add(office), add(office)])
    expect(await readStreets()).toEqual(['12 Lake Road *', '7 Mill Lane'])
  })

  test('has one default after changes at the same time', async () => {
    for (const body of [home, office, parents]) await add(body)
    const ids = (await read()).map(({ _id }) => _id)
    await Promise.all([...ids.map(makeDefault), remove(ids[0] ?? ''), checkout(office)])
    const addresses = await read()
    expect([addresses.length, addresses.filter(({ isDefault }) => isDefault).length]).toEqual([2, 1])
  })

  test('is limited', async () => {
    for (let number = 1; number <= quantities.maxAddresses; number += 1) await add({ ...home, address: `${number} Lake Road` })
    const reply = await add(office)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'addresses_full'])
    expect((await add({ ...home, address: '3 Lake Road' })).statusCode).toBe(200)
    expect(await read()).toHaveLength(quantities.maxAddresses)
  })

  test('rejects what a parcel cannot be sent to', async () => {
    const reply = await add({ ...home, pinCode: '5600', address: 'see https://evil.example' })
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, expect.arrayContaining(['pinCode', 'address'])])
    await add(home)
    expect((await edit(await idOf(home), { ...home, phone: '12' })).statusCode).toBe(400)
    expect(await readStreets()).toEqual(['12 Lake Road *'])
  })

  test('of one shopper is closed to others', async () => {
    await add(home)
    await add(office)
    const ids = (await read()).map(({ _id }) => _id)
    const owner = cookies
    ;({ cookies } = await signInShopper({ request }))
    expect(await read()).toEqual([])
    for (const id of [...ids, 'unknown', '%00']) {
      expect([(await edit(id, parents)).statusCode, (await makeDefault(id)).statusCode, (await remove(id)).statusCode]).toEqual([
        404, 404, 200,
      ])
    }
    cookies = owner
    expect(await readStreets()).toEqual(['12 Lake Road *', '7 Mill Lane'])
    expect((await request('GET', path)).statusCode).toBe(401)
  })
})

describe('a checkout', () => {
  test('replaces the address of the last checkout, as long as there is no address book', async () => {
    await checkout(home)
    await checkout(office)
    expect([await readStreets(), await readSaved()]).toEqual([['7 Mill Lane *'], office])
  })

  test('makes an address of the book the default and keeps the others', async () => {
    await add(home)
    await add(office)
    await checkout({ ...office, landmark: '' })
    expect(await readStreets()).toEqual(['7 Mill Lane *', '12 Lake Road'])
  })

  test('to another address keeps the address book; only the address typed before is replaced', async () => {
    await add(home)
    await checkout(office)
    expect(await readStreets()).toEqual(['7 Mill Lane *', '12 Lake Road'])
    await checkout(parents)
    expect(await readStreets()).toEqual(['3 Temple Street *', '12 Lake Road'])
    await checkout(home)
    expect(await readStreets()).toEqual(['12 Lake Road *'])
  })

  test('that pays on delivery saves its address in the same way', async () => {
    await add(home)
    const tee = await createTestProduct({ database })
    await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
    expect((await request('POST', '/cod/cashondelivery', { cookies, body: office })).statusCode).toBe(201)
    expect(await readStreets()).toEqual(['7 Mill Lane *', '12 Lake Road'])
  })

  test('that clears its fields deletes the saved address, and nothing from the book', async () => {
    await checkout(home)
    await request('DELETE', '/cart/address', { cookies })
    expect([await read(), await readSaved()]).toEqual([[], null])
    await add(home)
    await request('DELETE', '/cart/address', { cookies })
    expect([await readStreets(), await readSaved()]).toEqual([['12 Lake Road'], null])
    await add(office)
    expect(await readStreets()).toEqual(['7 Mill Lane *', '12 Lake Road'])
  })
})
