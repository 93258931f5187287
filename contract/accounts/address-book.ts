import { z } from 'zod'
import { cardAddress, deliveryAddress } from '../kernel/address.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'

const bookAddress = z
  .object({ _id: z.string(), isDefault: z.boolean().describe('filled in at the next checkout'), address: cardAddress })
  .register(schemaRegistry, { id: 'BookAddress' })
export type BookAddress = z.infer<typeof bookAddress>

const addresses = z.array(bookAddress)
const changed = { 200: z.object({ message: z.string(), addresses }) }

export const addressBookCalls = defineCalls({
  getAddresses: {
    route: 'GET /users/account/addresses',
    who: 'user',
    summary: "The shopper's delivery addresses: the default first, the others in the order in which they were saved",
    reply: { 200: z.object({ addresses }) },
  },

  addAddress: {
    route: 'POST /users/account/addresses',
    who: 'user',
    changes: 'nothing',
    summary: 'Add a delivery address. The first one is the default; adding the same one again is no error',
    body: deliveryAddress,
    reply: changed,
  },

  editAddress: {
    route: 'PATCH /users/account/addresses/:id',
    who: 'user',
    changes: 'nothing',
    summary: 'Change a delivery address',
    params: byId,
    body: deliveryAddress,
    reply: changed,
  },

  makeDefaultAddress: {
    route: 'POST /users/account/addresses/:id/default',
    who: 'user',
    changes: 'nothing',
    summary: 'Make a delivery address the default',
    params: byId,
    reply: changed,
  },

  removeAddress: {
    route: 'DELETE /users/account/addresses/:id',
    who: 'user',
    changes: 'nothing',
    summary: 'Delete a delivery address. Without the default, the one saved last becomes it; one that is gone already is no error',
    params: byId,
    reply: changed,
  },
})
