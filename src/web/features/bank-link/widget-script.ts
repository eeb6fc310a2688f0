/** What a person has done in the provider's widget. */
interface WidgetOptions {
  token: string;
  onLoad: () => void;
  onSuccess: (publicToken: string) => void;
  /** The problem is null where the person has closed it. */
  onExit: (problem: object | null) => void;
}

export interface Widget {
  open(): void;
  destroy(): void;
}

/** The global that the provider's script defines. */
interface WidgetMaker {
  create(options: WidgetOptions): Widget;
}

declare global {
  interface Window {
    Plaid?: WidgetMaker;
  }
}

let script: Promise<WidgetMaker> | null = null;

/** Loads the provider's script once for the page. After a failure, the next call loads it again. */
export function loadWidgetScript(url: string): Promise<WidgetMaker> {
  script ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    const fail = (reason: unknown) => {
      element.remove();
      script = null;
      reject(reason);
    };
    element.onload = () =>
      window.Plaid ? resolve(window.Plaid) : fail(new Error('The script left nothing behind.'));
    element.onerror = fail;
    element.src = url;
    document.head.append(element);
  });
  return script;
}
