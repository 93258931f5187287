import { buildWhatsappUrl } from '#contract/kernel/whatsapp.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { CopyLink } from '../../shared/copy-link.tsx'

interface SendLinkProps {
  /** the path of a page for the customer */
  link: string
  label: string
  phone: string
  /** what the message says before the address */
  text: string
  /** which link is sent, for screen readers */
  name?: string
}

/** Copies a link for the customer, or opens WhatsApp with a message that contains it if the phone is a mobile. */
export function SendLink({ link, label, phone, text, name }: SendLinkProps) {
  const href = buildWhatsappUrl({ phone, text: `${text} ${window.location.origin}${link}` })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <CopyLink link={link} label={label} />
      {href !== undefined && (
        <a href={href} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
          Send on WhatsApp
          {name !== undefined && <span className="sr-only">: {name}</span>}
        </a>
      )}
    </div>
  )
}
