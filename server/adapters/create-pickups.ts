import type { Settings } from '../kernel/settings.ts'
import { createShiprocket, type Shiprocket } from './shiprocket/shiprocket.ts'

/** The courier of the settings; undefined without one. */
export function createPickups({ settings }: { settings: Settings }): Shiprocket | undefined {
  const { SHIPROCKET_EMAIL: email, SHIPROCKET_PASSWORD: password, SHIPROCKET_API_URL: apiUrl } = settings
  return email && password ? createShiprocket({ email, password, apiUrl }) : undefined
}

/** Says at the start when the courier of the settings cannot be used: the shop opens without it, and pick-ups are entered by hand. */
export async function checkPickups({ settings, warn }: { settings: Settings; warn: (text: string) => void }): Promise<void> {
  await createPickups({ settings })
    ?.signIn()
    .catch(({ message }: Error) =>
      warn(`${message} Until it works, parcels and pick-ups of returns are booked on its page and entered by hand.`),
    )
}
