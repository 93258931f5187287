import { AreaLink } from './area-link.tsx'

/** Renders a text with a subset of Markdown: `**bold**`, code in backticks, and links to policy pages and email addresses. */
export function PolicyText({ text }: { text: string }) {
  const parts = text.split(/(\*\*.+?\*\*|`.+?`|\[.+?\]\(.+?\))/)
  // biome-ignore lint/suspicious/noArrayIndexKey: a static list
  return parts.map((part, index) => <TextPart key={index} part={part} />)
}

function TextPart({ part }: { part: string }) {
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>
  if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>
  const link = /^\[(?<label>.+)\]\((?<target>.+)\)$/.exec(part)?.groups
  if (!link?.target) return part
  if (link.target.startsWith('/')) return <AreaLink to={link.target}>{link.label}</AreaLink>
  return (
    <a href={link.target} className="link">
      {link.label}
    </a>
  )
}
