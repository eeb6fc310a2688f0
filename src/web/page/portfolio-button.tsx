import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface PortfolioButtonProps {
  variant?: 'filled' | 'default';
}

/** Leads from a signed-in page with nothing to do back to the portfolio. */
export const PortfolioButton = ({ variant = 'default' }: PortfolioButtonProps) => (
  <Button component={Link} to="/dashboard" variant={variant}>
    Go to the portfolio
  </Button>
);
