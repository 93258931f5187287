// India's time zone everywhere, so that server and browser render the same text.
const timeZone = 'Asia/Kolkata'
const date = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone })
const dateTime = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })

/** `22 July 2026`. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** `22 Jul, 4:10 pm`. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))
