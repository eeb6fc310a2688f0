import { RichTextEditor as Editor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';
import classes from './rich-text-editor.module.css';

export interface RichTextEditorProps {
  label: string;
  placeholder: string;
  /** What stands there at first. The editor keeps only what it could have made itself. */
  html: string;
  /** Empty when nothing is written. */
  onChange: (html: string) => void;
}

/** The marks that the portal keeps of a text; see the sanitisers on both sides. */
const KIT = StarterKit.configure({
  heading: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  link: { openOnClick: false, defaultProtocol: 'https', protocols: ['https', 'mailto'] },
});

/** Text with marks and lists. Comes with a large library, so whoever shows it loads it on demand. */
export function RichTextEditor({ label, placeholder, html, onChange }: RichTextEditorProps) {
  const editor = useEditor({
    extensions: [KIT],
    content: html,
    // The page's policy lets no script add styles; they are in our own sheet.
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    shouldRerenderOnTransaction: true,
  });
  return (
    <Editor
      editor={editor}
      classNames={{
        root: classes['editor'] ?? '',
        toolbar: classes['toolbar'] ?? '',
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
