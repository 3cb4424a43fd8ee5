// A model's Markdown, block by block. How a block is drawn is in `draw.tsx`.

import { memo, useRef } from "react";
import { type Block, type Cut, cutBlocks, NOTHING } from "./blocks";
import { type Drawing, draw, type OpenFile } from "./draw";
import styles from "./Markdown.module.css";

interface MarkdownProps {
  text: string;
  /** The text still grows: its last block is not highlighted yet. */
  open?: boolean;
  /** Opens a file that a code span names. It must stay the same function. */
  onFile?: OpenFile;
}

export function Markdown({ text, open = false, onFile }: MarkdownProps) {
  const cut = useRef<Cut>(NOTHING);
  cut.current = cutBlocks(text, cut.current);
  const { blocks } = cut.current;
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        <BlockView key={block.at} block={block} open={open && index === blocks.length - 1} onFile={onFile} />
      ))}
    </div>
  );
}

const BlockView = memo(function BlockView({ block, open, onFile }: Drawing & { block: Block }) {
  return draw(block.token, { open, onFile });
});
