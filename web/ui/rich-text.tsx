import type { Block, Inline } from '#contract/settings/rich-text.ts'

/** Paragraphs and lists with bold text and links, as the server has parsed them. */
export function RichText({ blocks, className = '' }: { blocks: readonly Block[]; className?: string }) {
  return (
    <div className={`flex flex-col gap-3 wrap-anywhere ${className}`}>
      {blocks.map((block, index) =>
        block.kind === 'paragraph' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text do not move
          <p key={index}>{block.content.map(renderInline)}</p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text do not move
          <ul key={index} className="list-disc pl-5">
            {block.items.map((item, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text do not move
              <li key={position}>{item.map(renderInline)}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

const toText = (part: Inline): string => (typeof part === 'string' ? part : 'bold' in part ? part.bold : part.text)

/** The words of a text, in one line. */
export const toPlainText = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => (block.kind === 'paragraph' ? [block.content] : block.items).map((line) => line.map(toText).join('')).join(' '))
    .join(' ')

function renderInline(part: Inline, index: number) {
  if (typeof part === 'string') return part
  if ('bold' in part) return <strong key={index}>{part.bold}</strong>
  return (
    <a key={index} href={part.href} className="link" rel={part.href.startsWith('/') ? undefined : 'noopener'}>
      {part.text}
    </a>
  )
}
