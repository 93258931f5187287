import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { addAddress, editAddress, listAddresses, makeDefaultAddress, removeAddress } from './address-book.ts'

export function addressBookRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  const shopperOf = (request: FastifyRequest) => ({ database, userId: requireUser(request).id })

  defineRoute(api, 'getAddresses', async ({ request }) => ({ addresses: await listAddresses(shopperOf(request)) }))

  defineRoute(api, 'addAddress', async ({ body, request }) => {
    await addAddress({ ...shopperOf(request), address: body })
    return { message: 'The address is saved', addresses: await listAddresses(shopperOf(request)) }
  })

  defineRoute(api, 'editAddress', async ({ params, body, request }) => {
    await editAddress({ ...shopperOf(request), ...params, address: body })
    return { message: 'The address is saved', addresses: await listAddresses(shopperOf(request)) }
  })

  defineRoute(api, 'makeDefaultAddress', async ({ params, request }) => {
    await makeDefaultAddress({ ...shopperOf(request), ...params })
    return { message: 'This is your default address now', addresses: await listAddresses(shopperOf(request)) }
  })

  defineRoute(api, 'removeAddress', async ({ params, request }) => {
    await removeAddress({ ...shopperOf(request), ...params })
    return { message: 'The address is deleted', addresses: await listAddresses(shopperOf(request)) }
  })
}
