import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import type { Settings } from '../kernel/settings.ts'

/** Who writes the shop's mails. MAIL_FROM, where it is set, stays the sender: the mail server accepts no other. */
export function toMailBranding({ shopSettings, settings }: { shopSettings: ShopSettings; settings: Settings }) {
  const { shop, mails, policies, texts } = shopSettings
  const { name, email, phone, address } = shop
  const { MAIL_FROM, STORE_NAME, STORE_EMAIL } = settings
  return {
    name,
    email,
    phone,
    address,
    ...mails,
    policies,
    serviceHours: texts.serviceHours,
    from: {
      name: MAIL_FROM.name === STORE_NAME ? name : MAIL_FROM.name,
      address: MAIL_FROM.address === STORE_EMAIL ? email : MAIL_FROM.address,
    },
  }
}
