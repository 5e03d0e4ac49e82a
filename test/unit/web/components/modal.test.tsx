// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Modal, ModalFrame } from '#web/components/dialog/modal.tsx';
import { openBrowser } from '../screen.tsx';

const close = () => undefined;

it('the content of a dialog that arrives late leaves the focus to the dialog over it', async () => {
  const { show } = await openBrowser();
  const noteFocus = vi.fn();
  const over = (
    <Modal title="Over" onClose={close}>
      On top
    </Modal>
  );
  const { rerender } = show(
    <>
      <ModalFrame onClose={close}>{undefined}</ModalFrame>
      {over}
    </>,
  );
  screen.getAllByRole('button', { name: 'Close' }).at(-1)?.focus();
  rerender(
    <>
      <ModalFrame onClose={close}>
        <Modal title="Below" onClose={close}>
          <button type="button" onFocus={noteFocus}>
            Below
          </button>
        </Modal>
      </ModalFrame>
      {over}
    </>,
  );

  expect(screen.getByText('Below', { selector: 'button' })).toBeDefined();
  expect(noteFocus).not.toHaveBeenCalled();
});

it.each([
  ['on the frame', () => screen.getByRole('dialog')],
  ['on its close button', () => screen.getByRole('button', { name: 'Close' })],
])('the content of a dialog that arrives late takes the focus that stands %s', async (_, find) => {
  const { show } = await openBrowser();
  const { rerender } = show(<ModalFrame onClose={close}>{undefined}</ModalFrame>);
  const closeButton = screen.getByRole('button', { name: 'Close' });
  await waitFor(() => expect(document.activeElement).toBe(closeButton));
  find().focus();
  rerender(
    <ModalFrame onClose={close}>
      <Modal title="Late" onClose={close}>
        <input aria-label="Reason" />
      </Modal>
    </ModalFrame>,
  );

  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')));
});
