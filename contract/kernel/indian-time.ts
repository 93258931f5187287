const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' })

/** The day in India at a time, such as `2026-11-20`; without a time today. */
export const toIndianDay = (time: Date | number = Date.now()): string => day.format(time)

/** The day and time in India, such as `2026-11-20 18:05`. */
export const toIndianTime = (time: Date | number): string => minute.format(time)
