import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { courierKeys, normalizeTrackingNumber } from './couriers.ts'

/** A parcel that was handed to the courier, as its shopper sees it. */
export const shipment = z
  .object({
    courierName: z.string(),
    trackingNumber: z.string(),
    trackingUrl: z.string().nullable().describe('null: the shop knows no page of this parcel'),
    shippedAt: z.iso.datetime(),
  })
  .register(schemaRegistry, { id: 'Shipment' })
export type Shipment = z.infer<typeof shipment>

/** A parcel as administrators see it: its number may be known before it leaves. */
export const adminShipment = shipment
  .extend({
    courier: z.enum(courierKeys),
    ownUrl: z.string().nullable().describe('the link that was typed'),
    shippedAt: z.iso.datetime().nullable(),
  })
  .register(schemaRegistry, { id: 'AdminShipment' })
export type AdminShipment = z.infer<typeof adminShipment>

export const trackingNumber = z
  .string({ error: 'Tracking number is required.' })
  .max(200, 'Tracking number is too long.')
  .transform(normalizeTrackingNumber)
  .pipe(
    z
      .string()
      .min(1, 'Tracking number is required.')
      .regex(/^[A-Z0-9][A-Z0-9/-]{3,39}$/, 'A tracking number has 4 to 40 letters and digits.'),
  )

/** Only https: it is shown to shoppers. */
export const trackingUrl = z
  .string()
  .trim()
  .max(maxLengths.trackingUrl, 'The link is too long.')
  .pipe(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'The link must begin with https://.' }))

/** What is known about a parcel. */
export const shipmentInput = z.object({
  courier: z.enum(courierKeys, { error: 'Choose a courier.' }),
  trackingNumber,
  trackingUrl: z
    .union([z.literal('').transform(() => null), trackingUrl])
    .nullish()
    .transform((url) => url ?? null),
})
export type ShipmentInput = z.output<typeof shipmentInput>
