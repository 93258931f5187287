import { z } from 'zod'
import { cardAddress, deliveryAddress } from '../address.ts'
import { defineEndpoint } from '../endpoint.ts'
import { schemaRegistry } from '../schema-registry.ts'

const bookAddress = z
  .object({ _id: z.string(), isDefault: z.boolean().describe('filled in at the next checkout'), address: cardAddress })
  .register(schemaRegistry, { id: 'BookAddress' })
export type BookAddress = z.infer<typeof bookAddress>

const params = z.object({ id: z.string().max(64) })
const addresses = z.array(bookAddress)
const changed = { 200: z.object({ message: z.string(), addresses }) }

export const getAddresses = defineEndpoint('getAddresses', {
  summary: "The shopper's delivery addresses: the default first, the others in the order in which they were saved",
  reply: { 200: z.object({ addresses }) },
})

export const addAddress = defineEndpoint('addAddress', {
  summary: 'Add a delivery address. The first one is the default; adding the same one again is no error',
  body: deliveryAddress,
  reply: changed,
})

export const editAddress = defineEndpoint('editAddress', {
  summary: 'Change a delivery address',
  params,
  body: deliveryAddress,
  reply: changed,
})

export const makeDefaultAddress = defineEndpoint('makeDefaultAddress', {
  summary: 'Make a delivery address the default',
  params,
  reply: changed,
})

export const removeAddress = defineEndpoint('removeAddress', {
  summary: 'Delete a delivery address. Without the default, the one saved last becomes it; one that is gone already is no error',
  params,
  reply: changed,
})
