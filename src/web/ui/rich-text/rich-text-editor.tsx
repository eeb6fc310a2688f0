import { RichTextEditor as Editor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useLayoutEffect } from 'react';
// The browser lets the editor parse no HTML that has not been through it: see lib/trusted-html.ts.
import './sanitizer.ts';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';
import { documentOf, type PlainText, positionOf } from './plain-text.ts';
import classes from './rich-text-editor.module.css';

export interface RichTextEditorProps {
  label: string;
  placeholder: string;
  /** The initial content. The editor keeps only what it could have produced itself. */
  html: string;
  /** Called with an empty string when there is no text. */
  onChange: (html: string) => void;
}

export interface LoadedEditorProps extends RichTextEditorProps {
  /** What was typed before the editor was loaded. */
  plain: PlainText | null;
}

/** The formatting that the portal keeps; see the sanitizers on both sides. */
const KIT = StarterKit.configure({
  heading: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  link: { openOnClick: false, defaultProtocol: 'https', protocols: ['https', 'mailto'] },
});

/** An editor for text with formatting and lists. Its library is large, so it is loaded on demand. */
export function RichTextEditor({ label, placeholder, html, onChange, plain }: LoadedEditorProps) {
  const editor = useEditor({
    extensions: [KIT],
    content: plain && plain.text !== '' ? documentOf(plain.text) : html,
    // The content security policy lets no script add styles, so they are in our own style sheet.
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    shouldRerenderOnTransaction: true,
  });
  useLayoutEffect(() => {
    if (!editor || !plain?.hasFocus) return;
    const { text, from, to } = plain;
    editor.commands.setTextSelection({ from: positionOf(text, from), to: positionOf(text, to) });
    // At once, so that the keyboard of a phone stays open.
    editor.view.focus();
  }, [editor, plain]);
  return (
    <Editor
      editor={editor}
      classNames={{
        root: classes['editor'] ?? '',
        toolbar: classes['toolbar'] ?? '',
        controlsGroup: classes['group'] ?? '',
        control: classes['control'] ?? '',
        content: classes['content'] ?? '',
      }}
      withCodeHighlightStyles={false}
    >
      <Editor.Toolbar role="toolbar" aria-label={`${label}: text style`}>
        <Editor.ControlsGroup>
          <Editor.Bold />
          <Editor.Italic />
          <Editor.Underline />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.BulletList />
          <Editor.OrderedList />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.Link />
          <Editor.Unlink />
        </Editor.ControlsGroup>
      </Editor.Toolbar>
      <div className={classes['place']}>
        {editor?.isEmpty !== false && (
          <p className={classes['placeholder']} aria-hidden="true">
            {placeholder}
          </p>
        )}
        <Editor.Content />
      </div>
    </Editor>
  );
}
