import { firstCategories } from '#contract/catalog/categories.ts'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'
import type { StoreConfig } from './load-context.ts'

/** The settings of a small shop in tests, with every required field: a new one does not compile until it is here. */
export const sampleStoreConfig: StoreConfig = {
  storeName: 'Asha',
  origin: 'https://asha.example',
  description: 'Handloom from Kutch.',
  frontTitle: '',
  storeAddress: '12 Lake Road, Bengaluru',
  range: 'Kurtas',
  gstin: null,
  grievanceOfficer: null,
  storePhone: '+91 80 0000 0000',
  storeEmail: 'hello@asha.example',
  chatUrl: 'https://chat.example',
  socialUrl: 'https://social.example',
  socialCard: null,
  logo: null,
  icon: null,
  verification: [],
  colours: null,
  themeColours: { light: '#ffffff', dark: '#000000' },
  policies: policy,
  shipping: describeShipping({}),
  categories: firstCategories,
  hero: { headline: ['Simple cuts,'], text: [], button: null, picture: null },
  hasRows: false,
  announcement: null,
  listingSpinner: 0,
  checkoutScript: null,
  offersCod: true,
  remindsOfCarts: false,
}
