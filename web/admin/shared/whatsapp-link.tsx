import { buildWhatsappUrl } from '#contract/kernel/whatsapp.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { smallButtonClass } from '../kit/small-button.tsx'

interface WhatsappLinkProps {
  /** of the customer */
  phone: string
  /** the path of a page of the shop that the message ends with */
  link?: string | null | undefined
  /** builds the message */
  describe: (message: { storeName: string; url: string | undefined }) => string
  /** what the message is about, for screen readers */
  about: string
}

/** Opens WhatsApp with a message to a customer. Nothing while WhatsApp is off, or when the phone is not an Indian mobile. */
export function WhatsappLink({ phone, link, describe, about }: WhatsappLinkProps) {
  const { storeName, whatsapp } = useStoreConfig()
  if (whatsapp === undefined) return null
  const href = buildWhatsappUrl({ phone, text: describe({ storeName, url: link ? window.location.origin + link : undefined }) })
  if (href === undefined) return null
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={smallButtonClass}>
      <span>
        WhatsApp <span className="sr-only">about {about}</span>
      </span>
    </a>
  )
}
