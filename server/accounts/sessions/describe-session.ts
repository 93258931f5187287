import Bowser from 'bowser'

/** `Chrome on Android`; empty when the user agent does not say. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ')
}

/** `Asia/Singapore` → `Singapore`. India has one time zone, so its city would be wrong for most shoppers. */
export function describePlace(timeZone: string | null): string {
  if (timeZone === 'Asia/Calcutta' || timeZone === 'Asia/Kolkata') return 'India'
  return (timeZone ?? '').split('/').at(-1)?.replaceAll('_', ' ') ?? ''
}

/** A time zone that the browser sent, if there is such a one. */
export function parseTimeZone(text: string | undefined): string | null {
  try {
    return text === undefined ? null : new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
