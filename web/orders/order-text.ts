/** What stands for a picture's own colour where an order does not keep it. */
export const defaultPlaceholderColor = 'var(--sunk)'

export const formatSize = (size: string | null | undefined): string => (size ? `Size ${size}` : 'Size to be confirmed')

export const formatItemCount = (pieces: number): string => (pieces === 1 ? '1 piece' : `${pieces} pieces`)

/** An event as the end of a sentence that begins with the order's number. */
const eventEndings: Readonly<Record<string, string>> = {
  Placed: 'was placed',
  Paid: 'was paid',
  Confirmed: 'was confirmed',
  Packed: 'was packed',
  Shipped: 'was shipped',
  Delivered: 'was delivered',
  Cancelled: 'was cancelled',
  Refused: 'was refused on delivery',
  Refunded: 'was refunded',
}

/** `Order 7K3M-9QXT was shipped`. An event that this screen does not know yet still says its name. */
export const formatNotification = ({ number, event }: { number: string; event: string }): string =>
  `Order ${number} ${eventEndings[event] ?? `has news: ${event}`}`

const stepTexts: Readonly<Record<string, string>> = {
  Placed: 'We have your order.',
  Paid: 'Your payment has arrived.',
  Confirmed: 'We have checked it and set the pieces aside.',
  Packed: 'Folded, labelled and ready for the courier.',
  Shipped: 'The courier has it.',
  Delivered: 'It is with you.',
  Cancelled: 'Nothing more will be sent.',
  Refused: 'The parcel came back to us from the door.',
  Refunded: 'The money is on its way back to where it came from.',
}

/** What a step of an order means for whoever waits for it. */
export const describeStep = (event: string): string | undefined => stepTexts[event]

// One time zone for all, so that the server and every browser write the same.
const zone = 'Asia/Kolkata'
const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone })
const moment = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone: zone })

/** `22 July 2026`, in India. */
export const formatDate = (iso: string): string => day.format(new Date(iso))

/** `22 Jul, 4:10 pm`, in India. */
export const formatDateTime = (iso: string): string => moment.format(new Date(iso))

/** The two ends of an order's payment that a shopper reads; 'Paid' is good news, everything else is not yet. */
export const paymentStatusClass = (paymentStatus: string): string => (paymentStatus === 'Paid' ? 'text-good' : 'text-bad')
