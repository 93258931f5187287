/** The couriers that a shipment can be with. Keys are stored, names are shown. */

interface Courier {
  readonly name: string
  /** The courier's page of one parcel, where many shops use the same address. The number is added to it. */
  readonly trackingPage?: string
}

export const couriers = {
  delhivery: { name: 'Delhivery', trackingPage: 'https://www.delhivery.com/track/package/' },
  'blue-dart': { name: 'Blue Dart', trackingPage: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=' },
  dtdc: { name: 'DTDC' },
  'india-post': { name: 'India Post' },
  ekart: { name: 'Ekart' },
  xpressbees: { name: 'XpressBees' },
  shadowfax: { name: 'Shadowfax' },
  'ecom-express': { name: 'Ecom Express' },
  other: { name: 'Other courier' },
} as const satisfies Readonly<Record<string, Courier>>

export type CourierKey = keyof typeof couriers
export const courierKeys = Object.keys(couriers) as CourierKey[]

/** The link of a parcel: the one that was typed, or the courier's page of it; null when there is none. */
export function buildTrackingUrl({
  courier,
  trackingNumber,
  ownUrl,
}: {
  courier: CourierKey
  trackingNumber: string
  ownUrl: string | null
}): string | null {
  const { trackingPage }: Courier = couriers[courier]
  return ownUrl ?? (trackingPage === undefined ? null : `${trackingPage}${encodeURIComponent(trackingNumber)}`)
}

const squash = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** The courier with this name, in any case and with or without spaces, or with a service such as `Delhivery Surface`; undefined when there is none. */
export function parseCourier(text: string): CourierKey | undefined {
  const name = squash(text)
  const isNamed = (key: CourierKey) => squash(key) === name || squash(couriers[key].name) === name
  return courierKeys.find(isNamed) ?? courierKeys.find((key) => key !== 'other' && name.startsWith(squash(couriers[key].name)))
}

/** A tracking number as it is stored: in upper case, without spaces. */
export const normalizeTrackingNumber = (text: string): string => text.replace(/\s+/g, '').toUpperCase()
