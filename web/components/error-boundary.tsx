import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What stands in the place of the children while they are broken; `reset` shows them again. */
  fallback: (reset: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps a fault of the children in their own place. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override state = { isBroken: false };

  override render() {
    const { fallback, children } = this.props;

    return this.state.isBroken ? fallback(() => this.setState({ isBroken: false })) : children;
  }
}
