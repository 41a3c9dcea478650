import { HtmlValidate, Rule } from 'html-validate';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** ARIA in HTML: a heading has no descendant with the role "status". */
class NoStatusInHeading extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      const inHeadings = HEADINGS.map((heading) => `${heading} [role="status"]`).join(', ');
      for (const element of document.querySelectorAll(inHeadings)) {
        this.report(element, 'A heading must not contain role="status".');
      }
    });
  }
}

/** HTML Standard, "The option element": an option without a label has text. */
class OptionHasText extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      for (const option of document.querySelectorAll('option')) {
        const hasText = option.hasAttribute('label') || option.textContent.trim() !== '';
        if (!hasText) this.report(option, 'An option must have text or a label.');
      }
    });
  }
}

/** Applies the rules of html-validate, plus two that only the Nu HTML checker has. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  plugins: [
    {
      name: 'nu',
      rules: { 'nu/no-status-in-heading': NoStatusInHeading, 'nu/option-has-text': OptionHasText },
    },
  ],
  rules: { 'nu/no-status-in-heading': 'error', 'nu/option-has-text': 'error' },
});

/** Returns the violations of the HTML Standard and the accessibility rules. */
export async function faultsOf(html: string): Promise<object[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => ({ ruleId, message, line, column })),
  );
}
